import type { Understood } from '@caseloom/contract/assistant/assistant'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressParts } from '../../data/search-params.ts'
import { addressOf, isRemovable } from './understood.ts'
import classes from './Understood.module.css'

interface UnderstoodCardProps {
  understood: Understood
  /** Puts the question back into the input; null while typing is disabled. */
  onEdit: (() => void) | null
}

export function UnderstoodCard({ understood, onEdit }: UnderstoodCardProps) {
  const { t } = useTranslation('hero')
  const [removed, setRemoved] = useState<readonly number[]>([])
  const chips = understood.chips.map((chip, at) => ({ chip, at })).filter(({ at }) => !removed.includes(at))
  const { name, to } = understood.subject
  const address = addressOf(
    understood,
    chips.map(({ chip }) => chip),
  )
  return (
    <section className={classes.card} aria-label={t('understood.title')}>
      <h3>{t('understood.title')}</h3>
      <ul className={classes.chips}>
        <li className={classes.chip} data-subject="">
          {name}
        </li>
        {chips.map(({ chip, at }) => (
          <UnderstoodChip key={at} at={at} chip={chip} setRemoved={setRemoved} removed={removed} />
        ))}
      </ul>
      {understood.unknown.length > 0 && (
        <p className={classes.unknown} dir="auto">
          {t('understood.unknown')}{' '}
          {understood.unknown.map((word) => (
            <mark key={word}>{word}</mark>
          ))}
        </p>
      )}
      <div className={classes.acts}>
        {to.startsWith('/account/') && (
          <Button size="compact-sm" renderRoot={(own) => <Link {...own} {...addressParts(address)} />}>
            {t('understood.open')}
          </Button>
        )}
        {onEdit !== null && (
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            {t('understood.edit')}
          </Button>
        )}
      </div>
    </section>
  )
}

interface UnderstoodChipProps {
  at: number
  chip: Understood['chips'][number]
  setRemoved: (next: readonly number[]) => void
  removed: readonly number[]
}

function UnderstoodChip({ at, chip, setRemoved, removed }: UnderstoodChipProps) {
  const { t } = useTranslation('hero')
  return (
    <li className={classes.chip} dir="auto">
      {chip.text}
      {isRemovable(chip) && (
        <button
          type="button"
          aria-label={t('understood.remove', { part: chip.text })}
          title={t('understood.remove', { part: chip.text })}
          onClick={() => setRemoved([...removed, at])}
        >
          <IconX size={12} stroke={1.8} aria-hidden />
        </button>
      )}
    </li>
  )
}
