import { expect, it } from 'vitest'
import { defanged, disguiseOf } from './external-link.ts'

it.each([
  ['https://login.evil.example/a.php?x=1', 'hxxps://login[.]evil[.]example/a.php?x=1'],
  ['HTTP://evil.example', 'hxxp://evil[.]example'],
  ['https://192.0.2.1:8443/', 'hxxps://192[.]0[.]2[.]1:8443/'],
  ['mailto:ana@evil.example', 'mailto:ana[@]evil[.]example'],
])('%s is copied as %s', (href, dead) => {
  expect(defanged(href)).toBe(dead)
})

it.each([
  ['https://evil.example/login', 'https://bank.example/login', 'bank.example'],
  ['https://evil.example/login', 'bank.example', 'bank.example'],
  ['https://bank.example.evil.example/', 'www.bank.example/secure', 'www.bank.example'],
  ['https://www.bank.example/login', 'bank.example', null],
  ['https://evil.example/', 'Open your invoice', null],
  ['https://evil.example/', 'https://evil.example/', null],
  ['mailto:ana@evil.example', 'bank.example', 'bank.example'],
])('a link to %s with the text "%s" is disguised as %s', (href, text, shown) => {
  expect(disguiseOf(href, text)).toBe(shown)
})
