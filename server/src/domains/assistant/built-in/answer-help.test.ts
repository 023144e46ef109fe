import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readHelp } from '../help/help-pages.ts'
import { answerFromHelp, nearestHelp } from './answer-help.ts'

const help = readHelp(fileURLToPath(new URL('../../../../../docs/help', import.meta.url)))
const pageFor = (question: string) =>
  answerFromHelp(help, question)?.sources[0]?.to.replace(/#.*$/, '') ?? null

describe('a question about the product', () => {
  it.each([
    ['a run failed, how can I rerun it', '/help/automate/runs'],
    ['how do i merge two alerts that are the same thing', '/help/use/records'],
    ['undo a bulk edit', '/help/use/import-and-export'],
    ['how do i delete a single comment', '/help/use/records'],
  ])('“%s” is answered by %s', (question, page) => {
    expect(pageFor(question)).toBe(page)
  })

  it.each([
    'that thing from before',
    'before after',
    'how do I export cases to salesforce',
    'how do I fix my printer',
    'what is lateral movement',
  ])('“%s” is answered by no page', (question) => {
    expect(pageFor(question)).toBeNull()
  })

  it('gets a link to the nearest page that claims nothing more', () => {
    expect(nearestHelp(help, 'how do I send an export to the copier')).toMatch(
      /^The nearest help page is \[.+\]\(\/help\/.+\)\. It may not answer your question\.$/,
    )
    expect(nearestHelp(help, 'how can I play music')).toBeNull()
  })
})
