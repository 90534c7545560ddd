import findMyWay from 'find-my-way';
import type { Areas, Operation } from '../../schemas/operation.ts';
import { watchesCaller } from '../core/endpoints.ts';
import { teamPathOf } from '../openapi/team-paths.ts';
import { type QueryReader, queryReader } from './query-text.ts';

/** One operation at its path. */
export interface Route {
  readonly area: string;
  readonly name: string;
  readonly operation: Operation;
  readonly readQuery: QueryReader;
  /** Watch whether the caller hangs up. */
  readonly watchesCaller: boolean;
}

/** The routes of one path, by method. */
export interface PathRoutes {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Route>;
  readonly allow: string;
}

const routesOf = (contract: Areas, surface: Operation['surface']): Route[] =>
  Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.surface === surface)
      .map(([name, operation]) => ({
        area,
        name,
        operation,
        readQuery: queryReader(operation),
        watchesCaller: watchesCaller(operation),
      })),
  );

const answersHead = ({ operation }: Route): boolean => operation.method === 'GET' && operation.effect === 'read';

/** The operations of one surface by their paths. */
const groupByPath = (routes: readonly Route[]): PathRoutes[] =>
  [...new Set(routes.map(({ operation }) => operation.path))].map((path) => {
    const here = routes.filter(({ operation }) => operation.path === path);
    const byMethod = new Map(here.map((route) => [route.operation.method as string, route]));
    for (const route of here.filter(answersHead)) byMethod.set('HEAD', route);
    return { path, byMethod, allow: [...byMethod.keys()].join(', ') };
  });

/** Node itself limits the length of a request's path. */
const LONGEST_PARAMETER = 16_384;

const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A host's path, and the team's form: a team's username has two segments. */
const patternsOf = (path: string): string[] => [path, teamPathOf(path)].flatMap((each) => each ?? []).map(toPattern);

export type PathParameters = Readonly<Record<string, string | undefined>>;

export interface Found {
  readonly routes: PathRoutes;
  readonly parameters: PathParameters;
}

/** The target of a path. `broken`: its percent-encoding cannot be read. null: nothing is here. */
export type FindRoutes = (pathAndQuery: string) => Found | 'broken' | null;

/**
 * Finds the operations of one surface by path: fixed segments before parameters, a slash at the end allowed. A tree of segments, because a
 * list of patterns costs a tenth of a slots call (docs/decisions/operation.md#work-between-calls).
 */
export const routeFinder = (contract: Areas, surface: Operation['surface'], basePath: string): FindRoutes => {
  const tree = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: LONGEST_PARAMETER,
    // The form of each operation reads its own query.
    querystringParser: () => ({}),
    onBadUrl: () => {},
  });
  // The method is chosen later, so every path stands under one.
  for (const routes of groupByPath(routesOf(contract, surface)))
    for (const pattern of patternsOf(routes.path)) tree.on('GET', `${basePath}${pattern}`, () => {}, routes);
  return (pathAndQuery) => {
    const found = tree.find('GET', pathAndQuery);
    if (found === null) return null;
    const routes: PathRoutes | null | undefined = found.store;
    return routes ? { routes, parameters: found.params } : 'broken';
  };
};
