import { plainTextOf } from '@caseloom/contract/rich-text'
import { lazy, Suspense } from 'react'
import classes from './RichText.module.css'

const Purified = lazy(async () => ({ default: (await import('./PurifiedHtml.tsx')).PurifiedHtml }))

export interface RichTextProps {
  /** Sanitized by the server, and again here. */
  html: string
  /** Names of mentioned users by ID: they replace the names in the text. */
  names?: ReadonlyMap<string, string>
}

/** Shows plain text until the renderer has loaded. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={classes.waiting}>{plainTextOf(props.html)}</div>}>
      <Purified {...props} />
    </Suspense>
  )
}
