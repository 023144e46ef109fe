import type { Leaf } from '@caseloom/playbook/source-mapping/leaves'
import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromOptions, optionValue, sourceOf } from './from-options.ts'
import type { Source } from './mapping-edit.ts'
import classes from './Sources.module.css'

interface FromSelectProps {
  target: Target
  binding: Binding | undefined
  leaves: readonly Leaf[]
  onChoose: (source: Source) => void
  onClear: () => void
}

const LIMIT = 200

/** Where a field gets its value; Delete takes it away while the menu is closed. */
export function FromSelect({ target, binding, leaves, onChoose, onClear }: FromSelectProps) {
  const { t } = useTranslation('sources')
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const words = {
    values: t('map.values'),
    fixed: t('map.fixed'),
    whole: t('map.whole'),
    useFixed: (text: string) => t('map.useFixed', { text }),
  }
  const value = optionValue(binding)
  const groups = fromOptions(target, { leaves, typed: isOpen ? typed : '', binding }, words)
  const samples = new Map(groups.flatMap(({ items }) => items.map((one) => [one.value, one.sample])))
  const leave = () => {
    setOpen(false)
    // What is bound is shown again.
    setTyped(groups.flatMap(({ items }) => items).find((one) => one.value === value)?.label ?? '')
  }
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
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.quiet}>{samples.get(option.value)}</span>
        </span>
      )}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={leave}
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
