import type { SkippedObservable } from '@caseloom/contract/automation/builder'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from './Enrich.module.css'
import { nameOf } from './observable-list.ts'
import type { Skipped } from './useEnrich.ts'

interface EnrichSkippedProps {
  skipped: readonly Skipped[]
  onClose: () => void
}

/** What playbooks weren't given because of its TLP or PAP, and which limit that exceeds. */
export function EnrichSkipped({ skipped, onClose }: EnrichSkippedProps) {
  const { t } = useTranslation('enrich')
  const count = skipped.reduce((sum, { observables }) => sum + observables.length, 0)
  return (
    <Dialog title={t('skippedTitle', { count })} onClose={onClose} size={560}>
      <p>{t('skippedText')}</p>
      {skipped.map(({ enricher, observables }, at) => (
        // One playbook may have been run twice meanwhile.
        <section key={`${enricher.playbookId} ${at}`}>
          <h3 className={classes.title}>{enricher.title}</h3>
          <ul className={classes.skipped}>
            {observables.map((one) => (
              <li key={`${one.kind} ${one.value}`}>
                <span className={classes.value} translate="no">
                  <bdi>{nameOf(one)}</bdi>
                </span>
                <Reason one={one} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className={classes.foot}>
        <Button data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}

function Reason({ one: { why, asset } }: { one: SkippedObservable }) {
  const { t } = useTranslation('enrich')
  const mark = (value: string) => `${why.mark}:${value}`.toUpperCase()
  const words = { is: mark(why.is), limit: mark(why.limit) }
  return (
    <span className={classes.reason}>
      {asset === null ? t('skippedLimit', words) : t('skippedAsset', { ...words, asset })}
    </span>
  )
}
