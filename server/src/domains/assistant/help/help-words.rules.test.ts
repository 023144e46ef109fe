import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HELP_WORDS } from './help-words.rules.ts'

it.each(Object.keys(HELP_WORDS))('%s, whose words are given, is a page of the help', (page) => {
  expect(existsSync(new URL(`../../../../../docs/help/${page}.md`, import.meta.url))).toBe(true)
})
