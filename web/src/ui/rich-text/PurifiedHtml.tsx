import { RICH_TAGS } from '@caseloom/contract/values/rich-text'
import DOMPurify from 'dompurify'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { type Outside, OpenLinkDialog } from './ExternalLink.tsx'
import { defanged } from './external-link.ts'
import type { RichTextProps } from './rich-text-props.ts'
import classes from './RichText.module.css'

const ALLOWED = {
  ALLOWED_TAGS: [...RICH_TAGS],
  ALLOWED_ATTR: ['href', 'class', 'data-id'],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true as const,
}

/** Sanitized; external links show their target before they open. */
export function PurifiedHtml({ html, names }: RichTextProps) {
  const safe = useMemo(() => purified(html, names), [html, names])
  const [asked, setAsked] = useState<Outside | null>(null)
  const ask = (event: SyntheticEvent) => {
    const link = event.target instanceof Element ? event.target.closest('[data-outside]') : null
    const href = link?.getAttribute('data-outside') ?? null
    if (link === null || href === null) return
    event.preventDefault()
    setAsked({ href, text: link.textContent })
  }
  return (
    <>
      {/* Links are in the text itself: their clicks and keys are handled here. */}
      <div
        className={classes.rich}
        dir="auto"
        onClick={ask}
        onKeyDown={(event) => event.key === 'Enter' && ask(event)}
        dangerouslySetInnerHTML={{ __html: safe }}
      />
      {asked !== null && <OpenLinkDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function purified(html: string, names: ReadonlyMap<string, string> | undefined): string {
  const fragment = DOMPurify.sanitize(html, ALLOWED)
  for (const link of fragment.querySelectorAll('a')) {
    if (link.origin === location.origin) continue
    // Without an href, no click, middle click, or drag opens it.
    link.dataset['outside'] = link.href
    link.removeAttribute('href')
    link.setAttribute('role', 'link')
    link.tabIndex = 0
    link.title = defanged(link.dataset['outside'])
  }
  for (const block of fragment.querySelectorAll('p, h3, h4, li, pre, blockquote'))
    block.setAttribute('dir', 'auto')
  for (const span of fragment.querySelectorAll('span')) {
    const name = names?.get(span.dataset['id'] ?? '')
    if (span.className !== 'mention') span.removeAttribute('class')
    // The author of the text could have written a false name.
    else if (name !== undefined) span.textContent = `@${name}`
  }
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
