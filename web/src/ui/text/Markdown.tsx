import ReactMarkdown from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import classes from './Markdown.module.css'

/** A text of people as Markdown; HTML in it is dropped, links lead out in a tab of their own. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noopener noreferrer">
              {children}
            </a>
          ),
          // Pictures from elsewhere would tell others who looks at the page.
          img: ({ alt }) => <span>{alt}</span>,
          // Headings of a text stand below the heading of their place.
          h1: 'h3',
          h2: 'h3',
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
