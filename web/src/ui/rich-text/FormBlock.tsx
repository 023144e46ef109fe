import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { IconExternalLink } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import classes from './FormBlock.module.css'

const Markdown = lazy(() => import('./Markdown.tsx').then((module) => ({ default: module.Markdown })))

interface FormBlockProps {
  block: LayoutBlock
  /** What a button looks like here; null shows nothing. */
  button: (id: string) => ReactNode
}

/** A block among the fields of a form, over all of its columns. */
export function FormBlock({ block, button }: FormBlockProps) {
  const content = contentOf(block, button)
  return content === null ? null : (
    <div className={classes.block} data-block={block.id}>
      {content}
    </div>
  )
}

function contentOf(block: LayoutBlock, button: FormBlockProps['button']): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <Suspense fallback={null}>
          <Markdown text={block.text} />
        </Suspense>
      )
    case 'links':
      return <LinkList block={block} />
    case 'button':
      return button(block.button)
    default:
      return block satisfies never
  }
}

function LinkList({ block }: { block: LayoutBlock & { kind: 'links' } }) {
  return (
    <>
      {block.title !== undefined && <h3 className={classes.title}>{block.title}</h3>}
      <ul className={classes.links} aria-label={block.title}>
        {block.links.map(({ label, url }) => (
          <li key={`${label} ${url}`}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={classes.link}>
              {label}
              <IconExternalLink size={13} stroke={1.7} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
