import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('markup becomes text, once, and quotes stay', () => {
  expect(escapeHtml('<b title="x">a & b</b>')).toBe('&lt;b title="x"&gt;a &amp; b&lt;/b&gt;')
  expect(escapeHtml('&lt;')).toBe('&amp;lt;')
})
