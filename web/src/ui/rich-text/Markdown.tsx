import { Children, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { ExternalLink } from './ExternalLink.tsx'
import classes from './Markdown.module.css'

interface MarkdownProps {
  text: string
  /** Renders links to our own pages; without it, all are external. */
  ownLink?: (href: string, children: ReactNode) => ReactNode
}

/** HTML is dropped, and external links open in a new tab. */
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
          // External images would reveal to others who reads the page.
          img: ({ alt }) => <span>{alt}</span>,
          // Headings of a text are below the heading around it.
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

// Wide tables scroll on their own, by keyboard too.
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
