import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { plainTextOf } from '@caseloom/contract/values/rich-text'

export const LONGEST_COMMENT = 100_000

export type CommentText = { body: string; issues?: never } | { body?: never; issues: Issue[] }

/** The text of a comment as stored, from canonical rich text; a plain thread retains only paragraphs. */
export function readComment(
  clean: string,
  { rich, hasFiles }: { rich: boolean; hasFiles: boolean },
): CommentText {
  const body = rich ? clean : paragraphs(plainTextOf(clean))
  const path = ['body', 'body']
  if (body === '' && !hasFiles)
    return { issues: [{ path, code: 'required', message: 'Enter a comment or add a file' }] }
  if (body.length > LONGEST_COMMENT) {
    const message = `At most ${LONGEST_COMMENT} characters`
    return { issues: [{ path, code: 'too_long', message, max: LONGEST_COMMENT, actual: body.length }] }
  }
  return { body }
}

/** A plain text as paragraphs, one for each line. */
export function paragraphs(text: string): string {
  if (text === '') return ''
  return escapeHtml(text)
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('')
}

const EXCERPT = 200

/** The beginning of a comment in one line, for a notification. */
export function excerptOf(html: string): string {
  const line = plainTextOf(html).replace(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= EXCERPT ? line : `${characters.slice(0, EXCERPT).join('')}…`
}
