import { Children, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { ExternalLink } from './ExternalLink.tsx'
import classes from './Markdown.module.css'

interface MarkdownProps {
  text: string
  /** Draws links to pages of ours; without it all lead out. */
  ownLink?: (href: string, children: ReactNode) => ReactNode
}

/** A text of people as Markdown; HTML in it is dropped, links lead out in a tab of their own. */
export function Markdown({ text, ownLink }: MarkdownProps) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
          a: ({ href, children }) =>
            ownLink !== undefined && href?.startsWith('/account/') === true ? (
              ownLink(href, children)
            ) : (
              <ExternalLink href={href ?? ''} text={textOf(children)}>
                {children}
              </ExternalLink>
            ),
          // Pictures from elsewhere would tell others who looks at the page.
          img: ({ alt }) => <span>{alt}</span>,
          // Headings of a text stand below the heading of their place.
          h1: 'h3',
          h2: 'h3',
          h3: 'h4',
          table: Table,
          pre: Code,
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

// What is wider than its place scrolls by itself, by keyboard too.
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className={classes.scroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function Code({ children }: ComponentProps<'pre'>) {
  return (
    <pre className={classes.scroll} tabIndex={0} dir="ltr">
      {children}
    </pre>
  )
}

function textOf(children: ReactNode): string {
  return Children.toArray(children)
    .filter((child) => typeof child === 'string')
    .join('')
}
