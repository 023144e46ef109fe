import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from '../../ui/rich-text/Markdown.module.css'
import { ownLink } from './PlaceLink.tsx'

/** Tags allowed in an answer; anything else is rendered as its text. */
const TAGS = new Set('p br strong em code ul ol li h3 h4 blockquote thead tbody tr th td'.split(' '))

/**
 * An HTML answer, rebuilt from allowed tags without attributes: none of it reaches the page as HTML, even if the
 * server didn't sanitize it.
 */
export function DetailedContent({ html }: { html: string }) {
  const drawn = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return drawChildren(body)
  }, [html])
  return <div className={classes.markdown}>{drawn}</div>
}

function drawChildren(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, at) => <Fragment key={at}>{draw(node)}</Fragment>)
}

function draw(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (tag === 'script' || tag === 'style') return null
  if (tag === 'a') return drawLink(node.getAttribute('href') ?? '', drawChildren(node))
  if (tag === 'table')
    return (
      <div className={classes.scroll} tabIndex={0}>
        <table>{drawChildren(node)}</table>
      </div>
    )
  if (tag === 'pre')
    return (
      <pre className={classes.scroll} tabIndex={0} dir="ltr">
        {drawChildren(node)}
      </pre>
    )
  if (tag === 'br') return <br />
  return TAGS.has(tag) ? createElement(tag, {}, ...drawChildren(node)) : drawChildren(node)
}

function drawLink(href: string, children: ReactNode): ReactNode {
  if (href.startsWith('/account/')) return ownLink(href, children)
  if (!/^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
