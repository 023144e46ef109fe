import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { defang } from '@caseloom/contract/values/observable-value'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { PropertyChip } from '../../../ui/Chip.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { useNow } from '../../../ui/Times.tsx'
import { formatAge } from '../../../ui/time.ts'
import { VerdictChip } from '../verdicts/VerdictWord.tsx'
import classes from './ObservablePage.module.css'
import { SetVerdict } from './SetVerdict.tsx'
import { useCopy } from './useCopy.ts'

interface ObservableHeaderProps {
  one: ObservableView
  /** What else can be done with it. */
  children: ReactNode
}

/** What it is, what is thought of it, and what one can do. */
export function ObservableHeader({ one, children }: ObservableHeaderProps) {
  const { t } = useTranslation('observable')
  const kindName = useKindName()
  const [isSetting, setSetting] = useState(false)
  const value = defang(one.kind, one.value)
  useCopyKey(one)
  return (
    <header className={classes.header}>
      <div className={classes.headline}>
        <h1 className={classes.title} title={value} translate="no">
          <bdi>{value}</bdi>
        </h1>
        <CopyButton value={one.value} label={t('copy')} />
        <div className={classes.actions}>
          {one.can.setVerdict && <Button onClick={() => setSetting(true)}>{t('set.open')}</Button>}
          {children}
        </div>
      </div>
      <div className={classes.chips}>
        <VerdictChip {...one.overall} />
        <PropertyChip>{kindName(one.kind)}</PropertyChip>
        <Checked one={one} />
      </div>
      {isSetting && <SetVerdict one={one} onClose={() => setSetting(false)} />}
    </header>
  )
}

function Checked({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const now = useNow()
  const [newest] = one.lookups
  if (newest === undefined) return <span className={classes.from}>{t('never')}</span>
  const age = formatAge(now - Date.parse(newest.checkedAt))
  const when = age === 'now' ? t('now') : t('ago', { age })
  return <span className={classes.from}>{t('from', { count: one.lookups.length, age: when })}</span>
}

function useCopyKey(one: ObservableView): void {
  const { t } = useTranslation('observables')
  const { defanged } = useCopy()
  const run = () => defanged([one])
  useKeyActions([{ keys: ['Y'], label: t('copyDefanged'), run }])
}
