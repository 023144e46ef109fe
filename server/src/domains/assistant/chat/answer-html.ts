import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const ALLOWED = [
  'p',
  'br',
  'strong',
  'em',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'a',
  'h3',
  'h4',
  'blockquote',
].concat(['table', 'thead', 'tbody', 'tr', 'th', 'td'])

/** Markdown of an answer as HTML that cannot script: whatever a record or a model put into it is text. */
export function answerHtml(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true })
  return sanitizeHtml(html, {
    allowedTags: ALLOWED,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  })
}
