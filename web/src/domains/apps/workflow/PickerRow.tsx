import { IconAsterisk, IconChevronRight, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import type { FormRow } from './model/form-items.ts'
import { useWorkflow } from './model/editor-context.ts'
import classes from './LayoutPicker.module.css'
import type { OtherRule, PickState, Visibility } from './picker-states.ts'
import { ruleTitle } from './row-words.ts'

interface PickerRowProps {
  row: FormRow
  state: PickState
  /** What its tab or section is set to. */
  inherited: Visibility | null
  others: readonly OtherRule[]
  isFault: boolean
  isFolded: boolean
  onFold: () => void
  onSet: (over: Partial<PickState>) => void
  onRule: (id: string) => void
}

export function PickerRow({ row, state, inherited, onSet, ...rest }: PickerRowProps) {
  const { t } = useTranslation('workflow-editor')
  const fold = row.kind === 'tab' || row.kind === 'section' ? { onFold: rest.onFold } : {}
  return (
    <div className={classes.row} role="row" data-row={row.key}>
      <ItemCell row={row} isFolded={rest.isFolded} onFold={rest.onFold} />
      <span role="cell">
        <ThreeState
          label={t('picker.visibilityOf', { name: row.label })}
          value={state.visibility}
          choices={[
            { value: 'hide', label: t('picker.hide'), glyph: <IconEyeOff size={13} aria-hidden /> },
            { value: 'show', label: t('picker.show'), glyph: <IconEye size={13} aria-hidden /> },
          ]}
          onChange={(visibility) => onSet({ visibility })}
          {...fold}
        />
        {state.visibility === null && inherited !== null && (
          <span className={classes.kind}>{t(`picker.inherited.${inherited}`)}</span>
        )}
      </span>
      <span role="cell">
        {row.kind === 'field' ? (
          <ThreeState
            label={t('picker.needOf', { name: row.label })}
            value={state.need}
            choices={[
              { value: 'optional', label: t('picker.optional') },
              {
                value: 'require',
                label: t('picker.required'),
                glyph: <IconAsterisk size={13} aria-hidden />,
              },
            ]}
            onChange={(need) => onSet({ need })}
          />
        ) : (
          <span className={classes.kind}>{t('picker.none')}</span>
        )}
      </span>
      <OthersCell others={rest.others} isFault={rest.isFault} onRule={rest.onRule} />
    </div>
  )
}

/** What kind of item a row is; of a field, its type as the app builder calls it. */
function useKind(): (row: FormRow) => string {
  const { t } = useTranslation('workflow-editor')
  const { t: app } = useTranslation('apps')
  return ({ kind, field }) =>
    field === undefined
      ? t(`picker.kinds.${kind}`)
      : app(`kinds.${paletteEntryOf(field)?.id ?? field.type}`, { defaultValue: field.type })
}

function ItemCell({ row, isFolded, onFold }: Pick<PickerRowProps, 'row' | 'isFolded' | 'onFold'>) {
  const { t } = useTranslation('workflow-editor')
  const kindOf = useKind()
  const hasInside = row.kind === 'tab' || row.kind === 'section'
  return (
    <span role="cell" className={classes.item} style={{ paddingInlineStart: (row.level - 1) * 19 }}>
      {hasInside ? (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'picker.unfold' : 'picker.fold', { name: row.label })}
          onClick={onFold}
        >
          <IconChevronRight size={14} stroke={1.7} aria-hidden />
        </button>
      ) : (
        <i className={classes.noFold} aria-hidden />
      )}
      <span className={classes.name} data-strong={row.kind === 'tab' || undefined}>
        {row.label}
      </span>
      <span className={classes.kind}>{kindOf(row)}</span>
    </span>
  )
}

function OthersCell({ others, isFault, onRule }: Pick<PickerRowProps, 'others' | 'isFault' | 'onRule'>) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const changeOf = ({ visibility, need }: PickState) =>
    [visibility, need].flatMap((one) => (one === null ? [] : [t(`picker.done.${one}`)])).join(', ')
  return (
    <span role="cell" className={classes.others}>
      {isFault ? (
        <span className={classes.faultText}>{t('picker.never')}</span>
      ) : (
        others.slice(0, 2).map((other) => (
          <button
            key={other.rule.id}
            type="button"
            className={classes.other}
            onClick={() => onRule(other.rule.id)}
          >
            {t('picker.other', { rule: ruleTitle(words, other.rule), change: changeOf(other.state) })}
          </button>
        ))
      )}
    </span>
  )
}

interface ThreeStateProps<T extends string> {
  label: string
  value: T | null
  /** What is at the left and the right of Leave. */
  choices: readonly [off: Choice<T>, on: Choice<T>]
  onChange: (value: T | null) => void
  /** Of a row with rows inside; Space does it. */
  onFold?: () => void
}
interface Choice<T> {
  value: T
  label: string
  glyph?: ReactNode
}

/** A switch with a middle that leaves the item as it is; left and right arrows move it, up and down the row. */
function ThreeState<T extends string>({ label, value, choices, onChange, onFold }: ThreeStateProps<T>) {
  const { t } = useTranslation('workflow-editor')
  const [off, on] = choices
  const all: { value: T | null; label: string; glyph?: ReactNode }[] = [
    off,
    { value: null, label: t('picker.leave') },
    on,
  ]
  const at = all.findIndex((one) => one.value === value)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = all[at + step]
    if (step !== 0 && next !== undefined) {
      event.preventDefault()
      onChange(next.value)
      const buttons = event.currentTarget.querySelectorAll<HTMLElement>('button')
      buttons[at + step]?.focus()
    }
    if (event.key === ' ' && onFold !== undefined) {
      event.preventDefault()
      onFold()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      neighborOf(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)?.focus()
    }
  }
  return (
    <span className={classes.three} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {all.map((one, index) => (
        <button
          key={one.label}
          type="button"
          role="radio"
          aria-checked={index === at}
          data-on={index === at || undefined}
          data-look={one.value === null ? 'leave' : index === 0 ? 'off' : 'on'}
          tabIndex={index === at ? 0 : -1}
          onClick={() => onChange(one.value)}
        >
          {one.glyph}
          {one.label}
        </button>
      ))}
    </span>
  )
}

/** The switch of the same column in the next row that has one. */
function neighborOf(group: HTMLElement, step: 1 | -1): HTMLElement | null {
  const cell = group.closest('[role="cell"]')
  const row = group.closest('[role="row"]')
  const column = row === null || cell === null ? -1 : [...row.children].indexOf(cell)
  for (
    let next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling;
    next !== null && next !== undefined;
    next = step === 1 ? next.nextElementSibling : next.previousElementSibling
  ) {
    const found = next.children[column]?.querySelector<HTMLElement>('button[data-on]')
    if (found !== null && found !== undefined) return found
  }
  return null
}
