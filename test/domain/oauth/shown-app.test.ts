import { describe, expect, it } from 'vitest';
import { appName, formTarget, hostOfDocument, shownApp } from '../../../domain/oauth/shown-app.ts';

describe('what a person sees of an app', () => {
  it.each([
    ['https://claude.ai/api/mcp/auth_callback', 'claude.ai', 'web'],
    ['http://localhost:8787/callback', 'localhost:8787', 'computer'],
    ['http://127.0.0.1:1/cb', '127.0.0.1:1', 'computer'],
    ['http://[::1]:5000/cb', '[::1]:5000', 'computer'],
    ['http://localhost.evil.example/cb', 'localhost.evil.example', 'web'],
    ['https://localhost@evil.example/cb', 'evil.example', 'web'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://', 'app'],
    ['com.example.app:/cb', 'com.example.app://', 'app'],
  ])('of the redirect %s is %s', (uri, redirectHost, redirectKind) => {
    expect(shownApp('id', undefined, uri)).toMatchObject({ redirectHost, redirectKind });
  });

  it.each([
    ['https://claude.ai/cb', null],
    ['http://127.0.0.1:1/cb', null],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['com.example.app:/cb', 'com.example.app:/cb'],
    ['evil-app://a/\u202eb', 'evil-app://a/%E2%80%AEb'],
  ])('of the redirect %s shows the whole address if it is an app: %s', (uri, redirectAddress) => {
    expect(shownApp('id', undefined, uri)).toMatchObject({ redirectAddress });
  });

  it('names the host of its document, never one in its name', () => {
    const app = shownApp('https://claude.ai/oauth/x', 'Claude', 'https://claude.ai/cb');
    expect([app.host, app.name, appName(app)]).toEqual(['claude.ai', 'Claude', 'Claude']);
    expect([app.path, shownApp('xYz', 'Claude', 'https://claude.ai/cb').path]).toEqual(['/oauth/x', null]);
    const liar = shownApp('xYz', 'claude.ai', 'https://evil.example/cb');
    expect([liar.host, liar.name, appName(liar)]).toEqual([null, null, 'evil.example']);
    // Letters of other scripts that look alike are shown as what they are.
    expect(hostOfDocument('https://clаude.ai/x')).toMatch(/^xn--/);
  });

  it.each([
    ['https://claude.ai/cb', 'https://claude.ai'],
    ['http://127.0.0.1:49152/cb', 'http://127.0.0.1:49152'],
    ['http://[::1]:5000/cb', 'http:'],
    ['https://a;b.example/cb', 'https:'],
    ['cursor://anysphere/cb', 'cursor:'],
  ])('its form may end at %s', (uri, target) => {
    expect(formTarget(uri)).toBe(target);
  });
});
