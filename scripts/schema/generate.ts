/** The texts of store/schema.sql and store/rows.ts, from the catalog of a migrated database. */
import type { Sql } from 'postgres';

interface Column {
  readonly name: string;
  readonly type: string;
  /** The type of the column, or of its elements, as in pg_type. */
  readonly typeName: string;
  readonly isArray: boolean;
  readonly isNotNull: boolean;
  readonly storage: string | null;
  readonly expression: string | null;
  readonly isGenerated: boolean;
  readonly isIdentity: boolean;
}

interface Constraint {
  readonly name: string;
  /** `p`, `u`, `f`, `c` or `x`, as in pg_constraint. */
  readonly kind: string;
  readonly definition: string;
  readonly columns: readonly string[];
}

interface Table {
  readonly name: string;
  readonly isUnlogged: boolean;
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
}

interface Catalog {
  readonly extensions: readonly string[];
  readonly functions: readonly string[];
  readonly tables: readonly Table[];
}

/** Reads the schema `public`, without the runner's own table `migrations`. */
export async function readCatalog(sql: Sql): Promise<Catalog> {
  const tables = await sql<{ oid: number; name: string; isUnlogged: boolean }[]>`
    select oid::int, relname as name, relpersistence = 'u' as "isUnlogged" from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by relname`;
  const [columns, constraints, indexes, triggers, functions, extensions] = await Promise.all([
    readColumns(sql),
    readConstraints(sql),
    sql<{ table: number; definition: string }[]>`
      select indrelid::int as table, pg_get_indexdef(indexrelid) as definition from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      order by relname`,
    sql<{ table: number; definition: string }[]>`
      select tgrelid::int as table, pg_get_triggerdef(oid, true) as definition from pg_trigger
      where not tgisinternal order by tgname`,
    sql<{ definition: string }[]>`
      select format('create function %s returns %s language %s as $$%s$$;', p.oid::regprocedure, pg_get_function_result(p.oid),
        l.lanname, p.prosrc) as definition
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
      order by p.proname`,
    sql<{ name: string }[]>`select extname as name from pg_extension where extname <> 'plpgsql' order by extname`,
  ]);
  const of = <Item extends { table: number }>(items: readonly Item[], oid: number): Item[] =>
    items.filter(({ table }) => table === oid);
  return {
    extensions: extensions.map(({ name }) => name),
    functions: functions.map(({ definition }) => definition),
    tables: tables.map(({ oid, name, isUnlogged }) => ({
      name,
      isUnlogged,
      columns: of(columns, oid),
      constraints: of(constraints, oid),
      indexes: of(indexes, oid).map(({ definition }) => definition),
      triggers: of(triggers, oid).map(({ definition }) => definition),
    })),
  };
}

const readColumns = (sql: Sql): PromiseLike<(Column & { table: number })[]> => sql`
  select attrelid::int as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isNotNull",
    coalesce(element.typname, t.typname) as "typeName", element.oid is not null as "isArray",
    case when attstorage <> t.typstorage then
      case attstorage when 'e' then 'external' when 'p' then 'plain' when 'm' then 'main' else 'extended' end end as storage,
    pg_get_expr(adbin, adrelid) as expression, attgenerated = 's' as "isGenerated", attidentity <> '' as "isIdentity"
  from pg_attribute
  join pg_class c on c.oid = attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  join pg_type t on t.oid = atttypid
  left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped order by attrelid, attnum`;

const readConstraints = (sql: Sql): PromiseLike<(Constraint & { table: number })[]> => sql`
  select conrelid::int as table, conname as name, contype as kind, pg_get_constraintdef(oid, true) as definition,
    array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey) order by attnum) as columns
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  order by array_position(array['p', 'u', 'f', 'c', 'x'], contype::text), conname`;

/** The server's text of a definition as people write it: keywords in lower case, no casts of text, `in` for lists. */
const readable = (definition: string): string =>
  definition
    .replaceAll('public.', '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/::text\b(?!\[\])/g, '')
    .replaceAll(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll(/ <> ALL \(ARRAY\[([^\]]*)\]\)/g, ' not in ($1)')
    .replaceAll(/\(\((\w+ in \([^)]*\))\)\)/g, '($1)')
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.replaceAll(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase())))
    .join('')
    .replaceAll(' using btree', '')
    .replaceAll(/\s+/g, ' ');

const HEAD = 'Generated by `npm run schema` from the migrations. Do not edit.';

/** The whole schema as SQL, tables by name: to read and to compare, not to run. */
export function schemaSql({ extensions, functions, tables }: Catalog): string {
  return [
    `-- The schema that store/migrations makes. ${HEAD}`,
    extensions.map((name) => `create extension ${name};`).join('\n'),
    ...tables.map(tableSql),
    '-- Functions of triggers.',
    ...functions,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function tableSql({ name, isUnlogged, columns, constraints, indexes, triggers }: Table): string {
  const parts = [
    ...columns.map(columnSql),
    ...constraints.map((each) => `constraint ${each.name} ${readable(each.definition)}`),
  ];
  return [
    `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`,
    ...[...indexes, ...triggers].map((definition) => `${readable(definition)};`),
  ].join('\n');
}

const columnSql = ({ name, type, storage, isNotNull, expression, isGenerated, isIdentity }: Column): string =>
  [
    `${name} ${readable(type)}`,
    ...(storage ? [`storage ${storage}`] : []),
    ...(isNotNull ? ['not null'] : []),
    ...(isIdentity ? ['generated always as identity'] : []),
    ...(expression === null
      ? []
      : [isGenerated ? `generated always as (${readable(expression)}) stored` : `default ${readable(expression)}`]),
  ].join(' ');

/** TypeScript types of rows: one per table, columns in camelCase as queries name them (`start_at as "startAt"`). */
export function rowTypes({ tables }: Catalog): string {
  return `/** The types of rows, one for each table. ${HEAD} */

/**
 * The columns of a table as queries return them: in camelCase, times as Date, bigint as text, jsonb as whatever was stored.
 * \`Row<'bookings', 'id' | 'startAt'>\` has these columns alone.
 */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = Pick<
  Tables[Table],
  Column
>;

type InSnakeCase<Name extends string> = Name extends \`\${infer First}\${infer Rest}\`
  ? \`\${First extends Lowercase<First> ? First : \`_\${Lowercase<First>}\`}\${InSnakeCase<Rest>}\`
  : '';

/** The name of a column in SQL. */
export type Column<Table extends keyof Tables> = InSnakeCase<keyof Tables[Table] & string>;

export interface Tables {
${tables.map(tableType).join('\n')}
}
`;
}

const tableType = ({ name, columns, constraints }: Table): string =>
  [
    `  readonly ${name}: {`,
    ...columns.map((column) => `    readonly ${inCamelCase(column.name)}: ${columnType(column, constraints)};`),
    '  };',
  ].join('\n');

/** \`startAt\` for \`start_at\`. */
const inCamelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  citext: 'string',
  date: 'Date',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  interval: 'string',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  tstzrange: 'string',
  uuid: 'string',
};

function columnType(column: Column, constraints: readonly Constraint[]): string {
  const type = TYPES[column.typeName];
  if (type === undefined)
    throw new Error(`${column.name}: scripts/schema/generate.ts knows no type for ${column.typeName}`);
  const values = constraints.map((constraint) => allowedValues(column.name, constraint)).find((found) => found);
  const one = values ? values.map((value) => `'${value}'`).join(' | ') : type;
  const whole = column.isArray ? `readonly ${values && values.length > 1 ? `(${one})` : one}[]` : one;
  return column.isNotNull || type === 'unknown' ? whole : `${whole} | null`;
}

/** The values of \`check (column in ('a', 'b'))\`; undefined for other constraints. */
function allowedValues(column: string, { kind, columns, definition }: Constraint): string[] | undefined {
  if (kind !== 'c' || columns.length !== 1 || columns[0] !== column) return undefined;
  const [, list] = /^CHECK \(\(?\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)?\)$/.exec(definition) ?? [];
  return list?.split(', ').map((value) => value.replace(/^'(.*)'::text$/, '$1'));
}
