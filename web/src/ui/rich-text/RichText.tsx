import { plainTextOf } from '@caseloom/contract/rich-text'
import { lazy, Suspense } from 'react'
import classes from './RichText.module.css'

const Purified = lazy(async () => ({ default: (await import('./PurifiedHtml.tsx')).PurifiedHtml }))

export interface RichTextProps {
  /** Sanitised by the server; looked over again here. */
  html: string
  /** Names of mentioned users by id: they stand in place of what the text says. */
  names?: ReadonlyMap<string, string>
}

/** Rich text as people read it; its plain text until what draws it has come. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={classes.waiting}>{plainTextOf(props.html)}</div>}>
      <Purified {...props} />
    </Suspense>
  )
}
