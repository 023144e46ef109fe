import type { Leaf } from '@caseloom/playbook/source-mapping/leaves'
import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromOptions, optionValue, sourceOf } from './from-options.ts'
import type { Source } from './mapping-edit.ts'
import classes from './Mapping.module.css'

interface FromSelectProps {
  target: Target
  binding: Binding | undefined
  leaves: readonly Leaf[]
  onChoose: (source: Source) => void
  onClear: () => void
}

const LIMIT = 200

/** Where a field gets its value; Delete takes it away while the menu is closed. */
export function FromSelect(props: FromSelectProps) {
  const { target, binding, onChoose, onClear } = props
  const { t } = useTranslation('sources')
  const [isOpen, setOpen] = useState(false)
  const { groups, value, typed, setTyped, showBound } = useOptions(props, isOpen)
  const samples = new Map(groups.flatMap(({ items }) => items.map((one) => [one.value, one.sample])))
  return (
    <Select
      className={classes.from ?? ''}
      classNames={{ input: (binding?.from === 'path' ? classes.fromPath : classes.fromFixed) ?? '' }}
      data-empty={binding === undefined || undefined}
      aria-label={t('map.fromOf', { field: target.label })}
      placeholder={t('map.drop')}
      data={groups}
      value={value}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      limit={LIMIT}
      allowDeselect={false}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
      renderOption={({ option }) => <Option label={option.label} sample={samples.get(option.value)} />}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => {
        setOpen(false)
        showBound()
      }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(next) => {
        if (next !== null) onChoose(sourceOf(next))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' || isOpen || binding === undefined) return
        event.preventDefault()
        setTyped('')
        onClear()
      }}
    />
  )
}

/** The menu for what is typed. */
function useOptions({ target, binding, leaves }: FromSelectProps, isOpen: boolean) {
  const { t } = useTranslation('sources')
  const [typed, setTyped] = useState('')
  const words = {
    values: t('map.values'),
    fixed: t('map.fixed'),
    whole: t('map.whole'),
    useFixed: (text: string) => t('map.useFixed', { text }),
  }
  const value = optionValue(binding)
  const groups = fromOptions(target, { leaves, typed: isOpen ? typed : '', binding }, words)
  const bound = groups.flatMap(({ items }) => items).find((one) => one.value === value)
  return { groups, value, typed, setTyped, showBound: () => setTyped(bound?.label ?? '') }
}

function Option({ label, sample }: { label: string; sample: string | undefined }) {
  return (
    <span className={classes.option}>
      <span>{label}</span>
      <span className={classes.quiet}>{sample}</span>
    </span>
  )
}
