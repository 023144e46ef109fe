import { lazy, Suspense } from 'react'
import classes from './Graph.module.css'
import type { PlaybookGraphProps } from './PlaybookGraph.tsx'

const Drawn = lazy(async () => ({ default: (await import('./PlaybookGraph.tsx')).PlaybookGraph }))

/** Loads the graph on first use. */
export function LazyGraph(props: PlaybookGraphProps) {
  return (
    <Suspense fallback={<div className={classes.canvas} aria-busy />}>
      <Drawn {...props} />
    </Suspense>
  )
}
