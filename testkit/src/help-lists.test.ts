import { builtInActions } from '@caseloom/playbook/actions'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../docs/help/automate/', import.meta.url)
const pages = readdirSync(folder)
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')

test.each([...builtInActions.keys()])('a help page describes the action %s', (name) => {
  expect(pages).toMatch(new RegExp(`[\`"' ]${name.replace('.', '\\.')}\\b`))
})
