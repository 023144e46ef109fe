import type { ObservableKind } from '@caseloom/contract/values/case-fields'
import { extractObservables } from '@caseloom/contract/values/extract-observables'
import { defang, recognizeObservable } from '@caseloom/contract/values/observable-value'
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import classes from './Case.module.css'
import { HiddenObservables } from './HiddenObservables.tsx'
import { observableKey, useWarnings } from './useWarnings.ts'

export interface Found {
  kind: ObservableKind
  value: string
}

interface AddObservablesProps {
  /** Observable types that the field accepts; all when absent. */
  kinds: readonly ObservableKind[] | undefined
  busy: boolean
  onAdd: (found: readonly Found[]) => void
  onCancel: () => void
}

export function AddObservables({ kinds, busy, onAdd, onCancel }: AddObservablesProps) {
  const { t } = useTranslation('case')
  const [text, setText] = useState('')
  const { found, chosen, hidden, warned, exclude, include } = useChosen(text, kinds)
  return (
    <form
      className={classes.form}
      aria-label={t('observables.add')}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0 && !warned.isChecking) onAdd(chosen)
      }}
    >
      <Textarea
        label={t('observables.paste')}
        description={t('observables.pasteHint')}
        value={text}
        autosize
        minRows={3}
        maxRows={12}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FoundStatus text={text} found={found.length} chosen={chosen.length} isFailed={warned.isFailed} />
      <FoundList chosen={chosen} onExclude={exclude} />
      <HiddenObservables hidden={hidden} onAdd={include} />
      <div className={classes.formEnd}>
        <Button onClick={onCancel}>{t('observables.cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          loading={busy}
          disabled={chosen.length === 0 || warned.isChecking}
        >
          {t('observables.addFound', { count: chosen.length })}
        </Button>
      </div>
    </form>
  )
}

/** What is added: all that is found, without what someone excludes or warning lists hide. */
function useChosen(text: string, kinds: AddObservablesProps['kinds']) {
  const [left, setLeft] = useState<readonly string[]>([])
  const [included, setIncluded] = useState<readonly string[]>([])
  const later = useDeferredValue(text)
  const found = useMemo(() => foundIn(later, kinds), [later, kinds])
  const warned = useWarnings(found)
  const hidden = warned.hidden.filter((one) => !included.includes(observableKey(one)))
  const without = new Set([...left, ...hidden.map(observableKey)])
  return {
    found,
    chosen: found.filter((one) => !without.has(observableKey(one))),
    hidden,
    warned,
    exclude: (one: Found) => setLeft([...left, observableKey(one)]),
    include: (one: Found) => setIncluded([...included, observableKey(one)]),
  }
}

interface FoundStatusProps {
  text: string
  found: number
  chosen: number
  isFailed: boolean
}

function FoundStatus({ text, found, chosen, isFailed }: FoundStatusProps) {
  const { t } = useTranslation('case')
  const said = found === 0 ? t('observables.nothing') : t('observables.found', { count: chosen })
  return (
    <p className={classes.quiet} role="status">
      {text.trim() !== '' && said}
      {isFailed && ` · ${t('warnings.failed')}`}
    </p>
  )
}

interface FoundListProps {
  chosen: readonly Found[]
  onExclude: (one: Found) => void
}

function FoundList({ chosen, onExclude }: FoundListProps) {
  const { t } = useTranslation('case')
  const kindName = useKindName()
  return (
    <ul className={classes.found}>
      {chosen.slice(0, 200).map((one) => {
        const value = defang(one.kind, one.value)
        return (
          <li key={observableKey(one)} className={classes.foundItem}>
            <span className={classes.quiet}>{kindName(one.kind)}</span>
            <span className={classes.mono}>{value}</span>
            <ActionIcon
              size={20}
              aria-label={t('observables.leaveOut', { value })}
              onClick={() => onExclude(one)}
            >
              <IconX size={12} stroke={1.7} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}

/** All observables of the text; a single line without any known type is taken as is. */
export function foundIn(text: string, kinds: readonly ObservableKind[] | undefined): Found[] {
  const found = extractObservables(text)
  const line = text.trim()
  const whole = found.length > 0 || line.includes('\n') ? null : recognizeObservable(line)
  const all = whole === null ? found : [whole]
  return kinds === undefined ? all : all.filter((one) => kinds.includes(one.kind))
}
