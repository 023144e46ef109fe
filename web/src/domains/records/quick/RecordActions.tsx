import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import type { KeyAction } from '../../../ui/shortcuts/shortcut.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Pager } from '../list/usePager.ts'
import { closingState } from './closing-state.ts'
import { quickEn } from './quick.en.ts'
import classes from './Quick.module.css'
import type { ClosingState } from './useCloseForm.ts'
import { useCreateKey } from './useCreateKey.ts'

addTexts('quick', quickEn)
const loadDialog = () => import('./CloseDialog.tsx')
const CloseDialog = lazy(() => loadDialog().then((module) => ({ default: module.CloseDialog })))

/** The record’s position in the list that it was opened from. */
export function PagerButtons({ pager }: { pager: Pager }) {
  const { t } = useTranslation('quick')
  if (pager.position === null) return null
  const { total } = pager
  const all = total === null ? '' : `${formatCount(total.value)}${total.capped ? '+' : ''}`
  return (
    <span className={classes.pager}>
      <span className={classes.position}>
        {total === null
          ? formatCount(pager.position)
          : t('pager.position', { at: formatCount(pager.position), total: all })}
      </span>
      <ActionIcon
        aria-label={t('pager.previous')}
        aria-keyshortcuts="K"
        disabled={!pager.mayPrevious}
        onClick={() => void pager.go(-1)}
      >
        <IconChevronUp size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('pager.next')}
        aria-keyshortcuts="J"
        disabled={!pager.mayNext}
        onClick={() => void pager.go(1)}
      >
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  )
}

interface CloseButtonProps {
  /** As the form shows it now. */
  app: AppView
  base: AppView
  record: RecordView
  outcome: FormOutcome | null
  onClose: (to: ClosingState) => void
}

/** Absent where nothing closes a record, it is closed, or the user can't; then `E` says why. */
export function CloseButton({ app, base, record, outcome, onClose }: CloseButtonProps) {
  const { t } = useTranslation('quick')
  const closing = closingState({ app, base, record, outcome })
  const run = () => {
    if (closing === null) return
    if (closing.fixed === null) return onClose(closing.to)
    toast({ kind: 'info', title: t(`fixed.${closing.fixed}`, { field: closing.label }) })
  }
  useKeyActions(closing === null ? [] : [{ keys: ['E'], label: t('keys.close'), run }])
  if (closing === null || closing.fixed !== null) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCircleCheck size={16} stroke={1.6} aria-hidden />}
      rightSection={<Kbd keys="E" />}
      aria-keyshortcuts="E"
      ref={preload}
      onClick={run}
    >
      {t('close.action')}
    </Button>
  )
}

/** The dialog is there when its key is pressed. */
function preload(button: HTMLButtonElement | null): void {
  if (button !== null) void loadDialog()
}

interface ClosingProps {
  app: AppView
  record: RecordView
  to: ClosingState | null
  pager: Pager
  onClose: () => void
}

/** The dialog that closes the record; then the next one of its list is shown. */
export function Closing({ app, record, to, pager, onClose }: ClosingProps) {
  const { t } = useTranslation('quick')
  if (to === null) return null
  const { name, next, mayNext } = pager
  const then =
    name === null
      ? undefined
      : next !== null
        ? t('close.thenNext', { id: next.trackingId, list: name })
        : t(mayNext ? 'close.thenMore' : 'close.thenList', { list: name })
  const showNext = async () => {
    if (name !== null && !(await pager.go(1))) pager.leave()
  }
  return (
    <Suspense fallback={null}>
      <CloseDialog
        app={app}
        recordId={record.id}
        to={to}
        then={then}
        onClose={onClose}
        onClosed={() => void showNext()}
      />
    </Suspense>
  )
}

/** Keys of a record that lead elsewhere. */
export function usePagerKeys(app: AppView, pager: Pager, isList: boolean) {
  const { t } = useTranslation('quick')
  const inList: KeyAction[] =
    pager.position === null || isList
      ? []
      : [
          { keys: ['J'], label: t('pager.next'), run: () => void pager.go(1) },
          { keys: ['K'], label: t('pager.previous'), run: () => void pager.go(-1) },
        ]
  useKeyActions([...inList, { keys: ['Esc'], label: t('pager.back'), run: pager.leave }])
  useCreateKey(app)
}
