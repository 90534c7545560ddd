import { expect, it } from 'vitest';
import { foreignCode } from './foreign-code.ts';

it.each([
  '<script>alert(1)</script>',
  '<script type="module">alert(1)</script>',
  '<script src="https://elsewhere.test/x.js"></script>',
  '<script src="/assets/x.js">alert(1)</script>',
  '<script src="/other/x.js"></script>',
  '<p onclick="x()">',
  '<p style="color:red">',
  '<a href="javascript:x()">',
  '<style>p{}</style>',
  '<iframe src="/x">',
])('tells what is not ours: %s', (html) => {
  expect(foreignCode(`<!DOCTYPE html>${html}`)).toHaveLength(1);
});

it.each([
  '<script type="module" src="/assets/times-x_1.js"></script>',
  '<script type="application/json">{"a":"<p onclick=x>"}</script>',
  '<script type="application/ld+json">{}</script>',
  '<link rel="stylesheet" href="/assets/x.css"/>',
])('lets our own files and data be: %s', (html) => {
  expect(foreignCode(html)).toEqual([]);
});
