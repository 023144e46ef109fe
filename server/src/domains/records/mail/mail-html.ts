import type { MailLink } from '@caseloom/contract/records/mail'
import { extractObservables } from '@caseloom/contract/values/extract-observables'
import { defang } from '@caseloom/contract/values/observable-value'
import sanitizeHtml from 'sanitize-html'
import { shownHost } from './sender-claims.rules.ts'

export interface SafeMail {
  /** Tags of structure and text. A link is `<span class="link" data-to="defanged target">`, a picture `.picture`. */
  html: string
  links: MailLink[]
  blocked: { pictures: number; pixels: number; active: number }
  /** More text or links than are read. */
  isCut: boolean
}

const MAX_HTML = 500_000
const MAX_LINKS = 500
/** Links that are marked in the preview; an email can have tens of thousands, each with a target as long as its base. */
const MAX_ANCHORS = 2_000
const MAX_TARGET = 4_000
const MAX_SHOWN_TARGET = 300
/** Mail programs run no scripts, so they show what is in `noscript`. */
const UNREAD = ['script', 'style', 'textarea', 'option', 'title', 'iframe', 'object', 'template']
const ACTIVE = new Set(['script', 'form', 'iframe', 'frame', 'object', 'embed', 'applet'])

// oxlint-disable-next-line no-control-regex -- browsers leave these out of an address before they read it
const IGNORED = /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** Makes the HTML of a stranger harmless and lists where its links lead. */
export function safeMail(html: string): SafeMail {
  const text = html.slice(0, MAX_HTML)
  const found = linksIn(text)
  const blocked = { pictures: 0, pixels: 0, active: 0 }
  let next = 0
  const safe = sanitizeHtml(text, {
    ...BASE,
    allowedTags: TAGS,
    allowedAttributes: {
      span: ['class', 'data-to'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      '*': ['dir'],
    },
    onOpenTag: (name, attribs) => {
      if (ACTIVE.has(name) || isRefresh(name, attribs)) blocked.active += 1
    },
    transformTags: {
      // No one but us says what a link or a picture is.
      span: () => ({ tagName: 'span', attribs: {} }),
      a: () => {
        const link = found.byAnchor[next]
        next += 1
        return { tagName: 'span', attribs: link === undefined ? {} : marks(link) }
      },
      img: (_tag, attribs) => {
        if (isPixel(attribs)) {
          blocked.pixels += 1
          return { tagName: 'x-pixel', attribs: {} }
        }
        blocked.pictures += 1
        return {
          tagName: 'span',
          attribs: { class: 'picture' },
          text: (attribs['alt'] ?? '').replace(/\s+/g, ' ').slice(0, 200),
        }
      },
    },
  })
  return { html: safe, links: found.links, blocked, isCut: html.length > MAX_HTML || found.isCut }
}

const BASE: sanitizeHtml.IOptions = {
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  nonTextTags: UNREAD,
  nestingLimit: 100,
}

const TAGS =
  `p div span br hr blockquote pre code center address section article h1 h2 h3 h4 h5 h6 ul ol li dl dt dd
 b strong i em u s strike del ins sub sup small big mark table thead tbody tfoot tr td th caption`.split(
    /\s+/,
  )

function marks({ target, shows }: MailLink): Record<string, string> {
  return {
    class: shows === null ? 'link' : 'link false',
    'data-to': defanged(target).slice(0, MAX_SHOWN_TARGET),
  }
}

/** A target that nothing turns into a link again. */
export function defanged(target: string): string {
  const mail = /^mailto:/i.test(target)
  return mail ? defang('email', target.replace(/^mailto:/i, '')) : defang('url', target)
}

interface FoundLinks {
  links: MailLink[]
  byAnchor: (MailLink | undefined)[]
  isCut: boolean
}

function linksIn(html: string): FoundLinks {
  const hrefs: string[] = []
  const texts: string[] = []
  const others: { href: string; text: string }[] = []
  const forms: string[] = []
  let base = ''
  const sendsTo: sanitizeHtml.Transformer = (tagName, attribs) => {
    const to = attribs[tagName === 'form' ? 'action' : 'formaction']
    if (to !== undefined) forms.push(to)
    return { tagName, attribs: {} }
  }
  sanitizeHtml(html, {
    ...BASE,
    allowedTags: ['a', 'img', 'area', 'base', 'form', ...TAGS],
    allowedAttributes: { a: ['data-n'] },
    transformTags: {
      a: (_tag, attribs) => {
        hrefs.push(attribs['href'] ?? attribs['xlink:href'] ?? '')
        return { tagName: 'a', attribs: { 'data-n': String(hrefs.length - 1) } }
      },
      base: (_tag, attribs) => {
        base ||= attribs['href'] ?? ''
        return { tagName: 'base', attribs: {} }
      },
      area: (tagName, attribs) => {
        others.push({ href: attribs['href'] ?? '', text: attribs['alt'] ?? '' })
        return { tagName, attribs: {} }
      },
      meta: (tagName, attribs) => {
        const to = /url\s*=\s*["']?([^"']+)/i.exec(attribs['content'] ?? '')?.[1]
        if (to !== undefined && isRefresh(tagName, attribs)) others.push({ href: to, text: '' })
        return { tagName, attribs: {} }
      },
      form: sendsTo,
      button: sendsTo,
      input: sendsTo,
    },
    exclusiveFilter: ({ tag, attribs, text }) => {
      if (tag === 'a') texts[Number(attribs['data-n'])] = shortText(text)
      return false
    },
  })
  const byAnchor = hrefs
    .slice(0, MAX_ANCHORS)
    .map((href, at) => linkOf('link', { href, base, text: texts[at] ?? '' }))
  const unmarked = others
    .slice(0, MAX_ANCHORS)
    .map(({ href, text }) => linkOf('link', { href, base, text: shortText(text) }))
  const sent = forms.slice(0, MAX_ANCHORS).map((href) => linkOf('form', { href, base, text: '' }))
  const all = unique([...byAnchor, ...unmarked, ...sent].filter((link) => link !== undefined))
  const isCut = Math.max(hrefs.length, others.length, forms.length) > MAX_ANCHORS || all.length > MAX_LINKS
  return { links: all.slice(0, MAX_LINKS), byAnchor, isCut }
}

/** Mail programs turn what looks like an address into a link. */
export function linksInText(text: string): Pick<FoundLinks, 'links' | 'isCut'> {
  const targets = extractObservables(text).filter(({ kind }) => kind === 'url')
  const links = targets
    .slice(0, MAX_LINKS)
    .map(({ value }): MailLink => ({ kind: 'link', target: value, text: '', shows: shownHost('', value) }))
  return { links, isCut: targets.length > MAX_LINKS }
}

function linkOf(
  kind: MailLink['kind'],
  { href, base, text }: { href: string; base: string; text: string },
): MailLink | undefined {
  const bare = href.replace(IGNORED, '')
  // An anchor within the email leads nowhere.
  if (bare === '' || bare.startsWith('#')) return undefined
  const target = repaired(bare, base.replace(IGNORED, '')).slice(0, MAX_TARGET)
  return { kind, target, text, shows: shownHost(text, target) }
}

/** Browsers open `https:\\evil.example` and `https:evil.example`, too; webmail opens `//evil.example` as HTTPS. */
function repaired(target: string, base: string): string {
  const url = URL.parse(target, base) ?? URL.parse(/^[/\\]{2}/.test(target) ? `https:${target}` : target)
  return url?.href ?? target
}

/** Whether a tag leads elsewhere as soon as the email is opened. */
function isRefresh(tag: string, { 'http-equiv': kind = '' }: Record<string, string>): boolean {
  return tag === 'meta' && kind.trim().toLowerCase() === 'refresh'
}

function shortText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 500)
}

function unique(links: readonly MailLink[]): MailLink[] {
  return [...new Map(links.map((link) => [`${link.kind} ${link.target} ${link.text}`, link])).values()]
}

/** A picture that no one can see: its sender learns that the email was opened. */
function isPixel({ width = '', height = '', style = '' }: Record<string, string>): boolean {
  const isSmall = (size: string) => /^\s*[0-2](?:px)?\s*$/.test(size)
  if (isSmall(width) && isSmall(height)) return true
  return /display\s*:\s*none|(?:^|;)\s*(?:width|height)\s*:\s*[0-2](?:px)?\s*(?:;|$)/i.test(style)
}
