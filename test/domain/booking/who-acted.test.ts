import { describe, expect, it } from 'vitest';
import { bookedBy, kindOfActor, type LoggedActor, nameOfLogged } from '../../../domain/booking/actors.ts';

const logged = (more: Partial<LoggedActor>): LoggedActor => ({
  ...{ name: 'guest', userId: null, apiKeyId: null, source: 'web' },
  ...more,
});

describe('who acted', () => {
  it.each([
    ['a guest on a page', logged({}), 'guest', null],
    ['a guest by a mail', logged({ name: 'not_me', source: 'mail' }), 'guest', null],
    ['a program of a guest', logged({ source: 'public_mcp' }), 'agent', null],
    ['a member who is signed in', logged({ name: 'ada', userId: 'u', source: 'dashboard' }), 'host', 'ada'],
    ['a host by the link of a mail', logged({ name: 'host', source: 'mail' }), 'host', null],
    ['a key', logged({ name: 'Robo', userId: 'u', apiKeyId: 'k', source: 'host_api' }), 'agent', 'Robo'],
    ['the service', logged({ name: 'system', source: 'flow' }), 'system', null],
  ] as const)('%s', (_, actor, kind, name) => {
    expect([kindOfActor(actor), nameOfLogged(actor)]).toEqual([kind, name]);
  });
});

describe('who booked', () => {
  const web = { source: 'web', agentEmail: null } as const;

  it('is the agent whose inbox got the code, whatever called', () => {
    expect(bookedBy(logged({}), { ...web, agentEmail: 'bot@agents.test' })).toEqual({
      kind: 'agent',
      name: 'bot@agents.test',
    });
  });

  it.each([
    ['web', 'guest'],
    ['dashboard', 'host'],
    ['public_api', 'agent'],
    ['host_mcp', 'agent'],
  ] as const)('without an entry of the log: by the source %s', (source, kind) => {
    expect(bookedBy(null, { source, agentEmail: null })).toEqual({ kind, name: null });
  });
});
