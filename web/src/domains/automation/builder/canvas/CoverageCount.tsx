import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { type Coverage, CoverageContext } from '../model/coverage.ts'
import classes from './Coverage.module.css'

export function coverageWord(coverage: Coverage | null, node: string): 'covered' | 'never' | undefined {
  if (coverage === null) return undefined
  return (coverage.steps[node] ?? 0) > 0 ? 'covered' : 'never'
}

/** How often tests reach a node. */
export function CoverageCount({ node }: { node: string }) {
  const { t } = useTranslation('builder')
  const coverage = use(CoverageContext)
  if (coverage === null) return null
  const count = coverage.steps[node] ?? 0
  return (
    <span className={classes.count} data-coverage={coverageWord(coverage, node)}>
      {count > 0 ? t('canvas.reached', { times: count }) : t('canvas.never')}
    </span>
  )
}
