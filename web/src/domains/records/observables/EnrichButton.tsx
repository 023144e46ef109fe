import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { Enriching } from './useEnrich.ts'

interface EnrichButtonProps {
  enriching: Enriching
  observables: readonly ObservableName[]
  words: 'enrich' | 'enrichAll'
  look?: 'light' | 'filled' | 'default'
  hasKey?: boolean
}

/** Looks observables up; disabled with the reason where no playbook does. */
export function EnrichButton({
  enriching,
  observables,
  words,
  look = 'light',
  hasKey = true,
}: EnrichButtonProps) {
  const { t } = useTranslation('enrich')
  const obstacle = observables.length === 0 ? null : enriching.obstacle(observables)
  const isOff = obstacle !== null || observables.length === 0
  return (
    <Button
      variant={look}
      leftSection={<IconSparkles size={16} stroke={1.7} aria-hidden />}
      // Focusable, so that the keyboard reaches the reason, too.
      {...(isOff ? { 'aria-disabled': true as const, 'data-disabled': true } : {})}
      {...(obstacle === null ? {} : { title: t(obstacle) })}
      {...(hasKey ? { rightSection: <Kbd keys="N" /> } : {})}
      onClick={() => {
        if (!isOff) enriching.enrich(observables)
      }}
    >
      {t(words)}
    </Button>
  )
}
