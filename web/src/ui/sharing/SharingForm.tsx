import { type Grant, principalOf, type Sharing, type SharingLevel } from '@caseloom/contract/kernel/sharing'
import { ActionIcon, Radio, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn, principalFor, type PrincipalNames } from './principals.ts'
import { PrincipalSelect } from './PrincipalSelect.tsx'
import classes from './Sharing.module.css'

interface SharingFormProps {
  sharing: Sharing
  onSharing: (sharing: Sharing) => void
  principals: PrincipalNames
  /** Names couldn't be loaded. */
  failed?: boolean
  levels: readonly SharingLevel[]
  wordOf: (level: SharingLevel) => string
  /** "Who can open it", and what unrestricted means. */
  texts: { who: string; open: string; hint?: (count: number) => string }
}

/**
 * Open to everyone with permission, or selected roles, groups, and people. The selection is remembered while open.
 */
export function SharingForm({
  sharing,
  onSharing,
  principals,
  failed = false,
  levels,
  wordOf,
  texts,
}: SharingFormProps) {
  const { t } = useTranslation('sharing')
  const [former, setFormer] = useState<readonly Grant[]>(sharing ?? [])
  const grants = sharing ?? former
  const change = (next: Grant[]) => {
    setFormer(next)
    onSharing(next)
  }
  const first = levels[0] ?? 'read'
  return (
    <div className={classes.form}>
      <Radio.Group
        label={texts.who}
        value={sharing === null ? 'open' : 'chosen'}
        onChange={(value) => onSharing(value === 'open' ? null : [...former])}
      >
        <div className={classes.list}>
          <Radio value="open" label={texts.open} />
          <Radio value="chosen" label={t('chosen')} />
        </div>
      </Radio.Group>
      {sharing !== null && (
        <>
          <PrincipalSelect
            principals={principals}
            taken={grants.map(principalOf)}
            failed={failed}
            onAdd={(id, kind) => change([...grants, { to: principalFor(id, kind), level: first }])}
          />
          <GrantList
            grants={grants}
            principals={principals}
            levels={levels}
            wordOf={wordOf}
            change={change}
          />
          {texts.hint !== undefined && <p className={classes.hint}>{texts.hint(grants.length)}</p>}
        </>
      )}
    </div>
  )
}

interface GrantListProps {
  grants: readonly Grant[]
  principals: SharingFormProps['principals']
  levels: readonly Grant['level'][]
  wordOf: (level: Grant['level']) => string
  change: (next: Grant[]) => void
}

function GrantList({ grants, principals, levels, wordOf, change }: GrantListProps) {
  const { t } = useTranslation('sharing')
  return (
    <ul className={classes.list}>
      {grants.map((grant) => {
        const id = principalOf(grant)
        const who = nameIn(id, principals) ?? t('unknown')
        const choices = [...new Set([...levels, grant.level])]
        return (
          <li key={id} className={classes.grant}>
            <span>{who}</span>
            <Select
              aria-label={t('level', { name: who })}
              data={choices.map((level) => ({ value: level, label: wordOf(level) }))}
              value={grant.level}
              onChange={(value) => {
                const level = choices.find((one) => one === value)
                if (level !== undefined)
                  change(grants.map((one) => (principalOf(one) === id ? { ...one, level } : one)))
              }}
            />
            <ActionIcon
              aria-label={t('remove', { name: who })}
              onClick={() => change(grants.filter((one) => principalOf(one) !== id))}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
