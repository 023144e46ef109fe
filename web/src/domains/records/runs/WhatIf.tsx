import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { trialHash } from '../../../data/trial-link.ts'
import { linkedChangeWords } from '../../../field-types/workflow/linked-change-words.ts'
import { labelOf, type Vocabulary, valueWords } from '../../../field-types/workflow/rule-words.ts'
import { effectsText, withEffects } from './effect-words.ts'
import type { FlipWithEffects } from './replay.ts'
import type { RunRow } from './run-rows.ts'
import classes from './Runs.module.css'

interface WhatIfProps {
  app: AppView
  run: WorkflowRunView
  recordId: string
  row: RunRow
  words: Vocabulary
}

/** A sentence may begin with what is linked instead of a label. */
function upperFirst(text: string): string {
  return text.charAt(0).toLocaleUpperCase('en-US') + text.slice(1)
}

/** The smallest changes of the record with which the row would have come out otherwise; each can be tried. */
export function WhatIf({ app, run, recordId, row, words }: WhatIfProps) {
  const { t } = useTranslation('workflow-runs')
  const scope = useTenantScope()
  const flips = useFlips(app, run, row)
  if (flips.length === 0) return null
  const textOfChange = ({ field: key, to }: FlipWithEffects['changes'][number]) =>
    t('were', { field: labelOf(words, key), value: valueWords(words, key, to) || t('empty') })
  return (
    <>
      <h3>{t('different')}</h3>
      <ul className={classes.flips}>
        {flips.map(({ changes, linked, effects }) => (
          <li key={JSON.stringify([changes, linked])} className={classes.flip}>
            <span>
              <strong>
                {upperFirst(
                  [
                    ...changes.map(textOfChange),
                    ...linked.map((change) => linkedChangeWords(words, change, 'is')),
                  ].join(t('and')),
                )}
              </strong>
              <span className={classes.quiet}>
                {withEffects(
                  t('changes', { count: changes.length + linked.length }),
                  effectsText(effects, { words, t }),
                )}
              </span>
            </span>
            {app.can.build && linked.length === 0 && (
              <Button
                component={Link}
                size="xs"
                to={paths.workflow(scope, app.id)}
                hash={trialHash({
                  record: recordId,
                  set: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
                  item: row.id,
                })}
              >
                {t('tryIt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The search is loaded with the first selected row. */
function useFlips(app: AppView, run: WorkflowRunView, row: RunRow): readonly FlipWithEffects[] {
  const [found, setFound] = useState<{ row: string; flips: readonly FlipWithEffects[] } | null>(null)
  const { id } = row
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const { flipsOf } = await import('./replay.ts')
      // An older browser can't repeat the run: nothing is suggested.
      const flips = await flipsOf(app, run, row).catch(() => [])
      if (isCurrent) setFound({ row: id, flips })
    }
    void show()
    return () => {
      isCurrent = false
    }
    // Each rendering makes other rows; the ID names it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [app, run, id])
  return found?.row === id ? found.flips : []
}
