import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { lazy, Suspense } from 'react'
import type { RichTextProps } from './rich-text-props.ts'
import classes from './RichText.module.css'

const Purified = lazy(async () => ({ default: (await import('./PurifiedHtml.tsx')).PurifiedHtml }))

/** Shows plain text until the renderer has loaded. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={classes.waiting}>{plainTextOf(props.html)}</div>}>
      <Purified {...props} />
    </Suspense>
  )
}
