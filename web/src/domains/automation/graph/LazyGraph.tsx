import { lazy, Suspense } from 'react'
import classes from './Graph.module.css'
import type { PlaybookGraphProps } from './PlaybookGraph.tsx'

const Drawn = lazy(async () => ({ default: (await import('./PlaybookGraph.tsx')).PlaybookGraph }))

/** The graph, whose code comes when the first one is shown. */
export function LazyGraph(props: PlaybookGraphProps) {
  return (
    <Suspense fallback={<div className={classes.canvas} aria-busy />}>
      <Drawn {...props} />
    </Suspense>
  )
}
