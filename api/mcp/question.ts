import {
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { AppError } from '../../schemas/errors.ts';
import { repairInput } from '../core/repair/repair.ts';
import type { ListedTool, Tool } from '../core/tools.ts';

type Input = Readonly<Record<string, unknown>>;

/** A value that only a person has, for one tool. A client that can ask people asks for it in the middle of the call. */
export interface Question {
  readonly tool: string;
  /** The field of the tool's input that holds the value. */
  readonly field: string;
  /** A well-formed value: with it the rest of the input can be checked before anybody is asked. */
  readonly example: string;
  readonly title: string;
  /** In the form, for the person. */
  readonly description: string;
  /** In the list of tools, for the model. */
  readonly listed: string;
  readonly length: number;
  /** The text that the client shows. The input has passed its schema. */
  readonly message: (input: Input) => string;
}

/** The input of the call, or the step that the client has to do first. */
export type Asked = { readonly input: Input } | { readonly ask: InputRequiredResult };

const KEY = 'answer';

/** Clients that name no mode take forms. */
const takesForms = ({ elicitation }: ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);

const request = ({ field, title, description, length, message }: Question, input: Input) =>
  inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: message(input),
        requestedSchema: {
          type: 'object',
          properties: { [field]: { type: 'string', title, description, minLength: length, maxLength: length } },
          required: [field],
        },
      }),
    },
  });

const notGiven = ({ field, title }: Question): AppError =>
  new AppError(
    'request.unprocessable',
    `The person did not give the ${title.toLowerCase()}. Ask them whether they want to go on; then call again, with or without ${field}.`,
    { reason: 'not_answered', field },
  );

interface Call {
  readonly tool: Tool;
  readonly input: Input;
  /** undefined: the protocol has no way to ask, as before 2026-07-28. */
  readonly capabilities: ClientCapabilities | undefined;
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}

/** The input as the tool would take it; undefined: it would not. */
const taken = ({ operation }: Tool, given: Input): Input | undefined => {
  const { input, issues } = repairInput(operation.input, given);
  return issues.length === 0 && operation.input.safeParse(input).success ? (input as Input) : undefined;
};

/**
 * Asks the person for the value that a call lacks, if the client offers it (elicitation). Else the call goes on as it is, and the tool says
 * what it lacks. The person is asked only if the rest of the call fits its schema.
 * @throws AppError request.unprocessable (not_answered) if the person declined
 */
export function askPerson(question: Question, { tool, input, capabilities, responses }: Call): Asked {
  const { field, example } = question;
  if (input[field] !== undefined || !capabilities || !takesForms(capabilities)) return { input };
  const answer = inputResponse(responses, KEY);
  if (answer.kind !== 'elicit') {
    const right = taken(tool, { ...input, [field]: example });
    return right ? { ask: request(question, right) } : { input };
  }
  if (answer.action !== 'accept') throw notGiven(question);
  const value = answer.content?.[field];
  return { input: { ...input, [field]: typeof value === 'string' ? value.trim() : value } };
}

/** The entry of the tool in a list: the value is not required, and its description says when to leave it out. */
export function withQuestion({ inputSchema, ...entry }: ListedTool, { field, listed }: Question): ListedTool {
  const { properties, required, ...schema } = inputSchema as {
    properties: Record<string, object>;
    required?: string[];
  };
  return Object.freeze({
    ...entry,
    inputSchema: {
      ...schema,
      properties: { ...properties, [field]: { ...properties[field], description: listed } },
      required: (required ?? []).filter((name) => name !== field),
    },
  });
}
