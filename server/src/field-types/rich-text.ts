import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { RICH_TAGS } from '@caseloom/contract/values/rich-text'
import sanitizeHtml from 'sanitize-html'

/** Deeper than anyone quotes; the text below stays, its tags go. */
const DEEPEST = 30
/** Most texts are canonical after one pass; one that is not after these is stored as plain text. */
const PASSES = 8

/** Another name of a tag, without its attributes. */
function renamed(tagName: string): sanitizeHtml.Transformer {
  return () => ({ tagName, attribs: {} })
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: ['href'], span: ['class', 'data-id'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'iframe', 'object', 'template'],
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
  nestingLimit: DEEPEST,
  transformTags: {
    b: renamed('strong'),
    i: renamed('em'),
    strike: renamed('s'),
    del: renamed('s'),
    ins: renamed('u'),
    h1: renamed('h3'),
    h2: renamed('h3'),
    h5: renamed('h4'),
    h6: renamed('h4'),
    div: renamed('p'),
    tt: renamed('code'),
    a: (_tag, attribs) => {
      const href = safeAddress(attribs['href'] ?? '')
      return href === null ? DROPPED : { tagName: 'a', attribs: { href } }
    },
    span: (_tag, attribs) => {
      const id = attribs['class'] === 'mention' ? normalizeGuid(attribs['data-id'] ?? '') : null
      return id === null ? DROPPED : { tagName: 'span', attribs: { class: 'mention', 'data-id': id } }
    },
  },
}

/** A tag that is not allowed: it goes, its text stays. */
const DROPPED: sanitizeHtml.Tag = { tagName: 'x-dropped', attribs: {} }

// oxlint-disable-next-line no-control-regex -- browsers leave these out of an address before they read it
const IGNORED = /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** An address that leads to the web or to a mail, as it was written; null for every other. */
function safeAddress(address: string): string | null {
  const bare = address.replace(IGNORED, '')
  if (bare !== address.trim() || bare.length > 8_000) return null
  const parsed = URL.parse(bare)
  if (parsed === null) return null
  if (parsed.protocol === 'mailto:') return bare
  return (parsed.protocol === 'http:' || parsed.protocol === 'https:') && parsed.hostname !== '' ? bare : null
}

/**
 * Rich text in its one form: the small vocabulary of tags, addresses of http, https and mailto alone, no styles, no
 * handlers, no classes but that of a mention. Doing it again changes nothing; without any text it is empty.
 */
export function sanitiseRichText(html: string): string {
  let text = cleanText(html)
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = trimmed(cleanText(sanitizeHtml(text, OPTIONS)))
    if (next === text) return text
    text = next
  }
  return escaped(sanitizeHtml(text, { ...OPTIONS, allowedTags: [] }))
}

const BREAK = '<br />'

/** Without the empty paragraphs that an editor leaves at both ends. By hand, so that its time grows with the length. */
function trimmed(html: string): string {
  let text = html.trim()
  for (;;) {
    const end = withoutBlankEnd(text)
    const inner = end.endsWith('</p>') ? withoutBlankEnd(end.slice(0, -4)) : ''
    if (inner.endsWith('<p>')) text = inner.slice(0, -3)
    else {
      text = end
      break
    }
  }
  while (text.startsWith('<p></p>')) text = text.slice(7).trimStart()
  return text
}

function withoutBlankEnd(html: string): string {
  let text = html.trimEnd()
  while (text.endsWith(BREAK)) text = text.slice(0, -BREAK.length).trimEnd()
  return text
}

function escaped(text: string): string {
  // The library has escaped what is left; without tags a paragraph around it is the form.
  return text === '' ? '' : `<p>${text}</p>`
}
