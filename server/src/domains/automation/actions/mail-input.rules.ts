import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import sanitizeHtml from 'sanitize-html'

/** One address, alone or behind a name: `ana@example.org`, `Ana <ana@example.org>`; the address alone comes back. */
export function mailAddress(text: string): string | null {
  // Any control character, line breaks above all, could begin a header of its own.
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return null
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text
  return /^[^\s<>@,;:"()[\]\\]{1,64}@[^\s<>@,;:"()[\]\\]{1,255}$/.test(address.trim()) ? address.trim() : null
}

/** HTML as mail programs show it: no scripts, no forms, nothing that loads from elsewhere but pictures by address. */
export function mailHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'h1', 'h2', 'center', 'font'],
    allowedAttributes: {
      '*': ['style', 'align', 'valign', 'width', 'height', 'bgcolor', 'dir', 'lang', 'title'],
      a: ['href', 'name'],
      img: ['src', 'alt'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      font: ['color', 'face', 'size'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http'] },
    allowProtocolRelative: false,
    allowedStyles: {
      '*': {
        color: [PLAIN],
        'background-color': [PLAIN],
        'text-align': [PLAIN],
        'font-size': [PLAIN],
        'font-weight': [PLAIN],
        'font-style': [PLAIN],
        'font-family': [/^[\w\s,"'-]+$/],
        'line-height': [PLAIN],
        padding: [PLAIN],
        margin: [PLAIN],
        border: [PLAIN],
        width: [PLAIN],
        'max-width': [PLAIN],
      },
    },
  })
}

/** Values of styles without functions, addresses or escapes. */
const PLAIN = /^[\w\s.#%,-]+$/

/** What a mail program without HTML shows. */
export function textOfHtml(html: string): string {
  const broken = html.replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^>]*>/gi, '$&\n')
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {}, textFilter: (part) => part })
  return unescaped(text)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** Converts a plain comment to the rich text that comments are stored as; HTML stays unchanged. */
export function richComment(text: string): string {
  if (/^\s*<(?:p|h[1-6]|ul|ol|blockquote|pre|table|div)\b[\s\S]*>\s*$/i.test(text)) return text
  return escapeHtml(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br>')}</p>`)
    .join('')
}
