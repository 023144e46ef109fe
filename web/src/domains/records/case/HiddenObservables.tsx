import type { HiddenObservable } from '@caseloom/contract/records/warning-lists'
import { defang } from '@caseloom/contract/values/observable-value'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Case.module.css'
import { caseEn } from './case.en.ts'
import { observableKey } from './useWarnings.ts'

addTexts('case', caseEn)

interface HiddenObservablesProps {
  hidden: readonly HiddenObservable[]
  /** They are in the record already, where nothing is hidden. */
  stored?: boolean
  /** Absent for people who can’t add it. */
  onAdd?: ((one: HiddenObservable) => void) | undefined
}

/** How many values warning lists name; a press shows them with their lists. Renders nothing when there are none. */
export function HiddenObservables({ hidden, stored = false, onAdd }: HiddenObservablesProps) {
  const { t } = useTranslation('case')
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (hidden.length === 0) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.hidden}>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Chevron size={14} stroke={1.7} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(stored ? 'warnings.stored' : 'warnings.hidden', { count: hidden.length })}
      </Button>
      {isOpen && (
        <ul id={id} className={classes.hiddenList} aria-label={t('warnings.label')}>
          {hidden.map((one) => (
            <HiddenItem key={observableKey(one)} one={one} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </div>
  )
}

function HiddenItem({ one, onAdd }: { one: HiddenObservable; onAdd: HiddenObservablesProps['onAdd'] }) {
  const { t } = useTranslation('case')
  const kindName = useKindName()
  const value = defang(one.kind, one.value)
  const lists = one.lists.map(({ name, entry }) => (entry === one.value ? name : `${name} (${entry})`))
  return (
    <li className={classes.hiddenItem}>
      <span className={classes.quiet}>{kindName(one.kind)}</span>
      <span className={classes.hiddenWords}>
        <span className={classes.mono} translate="no">
          <bdi>{value}</bdi>
        </span>
        <span className={classes.quiet}>{t('warnings.lists', { lists: lists.join(', ') })}</span>
      </span>
      {onAdd !== undefined && (
        <ActionIcon size={24} aria-label={t('warnings.add', { value })} onClick={() => onAdd(one)}>
          <IconPlus size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
