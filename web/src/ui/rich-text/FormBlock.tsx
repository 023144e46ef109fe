import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { IconExternalLink } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import classes from './FormBlock.module.css'

const Markdown = lazy(() => import('./Markdown.tsx').then((module) => ({ default: module.Markdown })))

interface FormBlockProps {
  block: LayoutBlock
  /** What a button looks like here; null shows nothing. */
  button: (id: string) => ReactNode
  /** The address of an image. */
  image: (id: string) => string
  /** A widget over the records that match this one; nothing where there is no record. */
  widget?: (block: LayoutBlock & { kind: 'widget' }) => ReactNode
}

/** A block among the fields of a form, over all of its columns. */
export function FormBlock(props: FormBlockProps) {
  const { block } = props
  const content = contentOf(props)
  return content === null ? null : (
    <div className={classes.block} data-block={block.id}>
      {content}
    </div>
  )
}

function contentOf({ block, button, image, widget }: FormBlockProps): ReactNode {
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
    case 'image':
      return block.image === undefined ? null : (
        <img
          className={classes.image}
          data-size={block.size}
          src={image(block.image)}
          alt={block.alt}
          loading="lazy"
          decoding="async"
        />
      )
    case 'widget':
      return widget?.(block) ?? null
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
