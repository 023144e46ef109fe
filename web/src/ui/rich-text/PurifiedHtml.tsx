import { RICH_TAGS } from '@caseloom/contract/rich-text'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import type { RichTextProps } from './RichText.tsx'
import classes from './RichText.module.css'

const ALLOWED = {
  ALLOWED_TAGS: [...RICH_TAGS],
  ALLOWED_ATTR: ['href', 'class', 'data-id'],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true as const,
}

/** Rich text through the purifier: links open apart and say nothing of where they come from. */
export function PurifiedHtml({ html, names }: RichTextProps) {
  const safe = useMemo(() => purified(html, names), [html, names])
  return <div className={classes.rich} dir="auto" dangerouslySetInnerHTML={{ __html: safe }} />
}

function purified(html: string, names: ReadonlyMap<string, string> | undefined): string {
  const fragment = DOMPurify.sanitize(html, ALLOWED)
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  for (const block of fragment.querySelectorAll('p, h3, h4, li, pre, blockquote'))
    block.setAttribute('dir', 'auto')
  for (const span of fragment.querySelectorAll('span')) {
    const name = names?.get(span.dataset['id'] ?? '')
    if (span.className !== 'mention') span.removeAttribute('class')
    // Whoever wrote the text might have given somebody another name.
    else if (name !== undefined) span.textContent = `@${name}`
  }
  const holder = document.createElement('div')
  holder.append(fragment)
  return holder.innerHTML
}
