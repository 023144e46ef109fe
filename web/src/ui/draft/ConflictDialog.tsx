import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ConflictDialog.module.css'
import { Dialog } from '../dialog/Dialog.tsx'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

export interface Conflict {
  key: string
  label: string
  mine: ReactNode
  theirs: ReactNode
}

export type ConflictChoice = 'mine' | 'theirs'

interface ConflictDialogProps {
  opened: boolean
  conflicts: readonly Conflict[]
  /** The choice per field key; the caller saves with the newer version. */
  onResolve: (choices: Record<string, ConflictChoice>) => void
  onClose: () => void
  saving?: boolean
}

/** After a 409: both values of every field in conflict, a choice for each, nothing lost when it is closed. */
export function ConflictDialog({
  opened,
  conflicts,
  onResolve,
  onClose,
  saving = false,
}: ConflictDialogProps) {
  const { t } = useTranslation('ui')
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({})
  const choose = (key: string, choice: string) =>
    setChoices({ ...choices, [key]: choice === 'theirs' ? 'theirs' : 'mine' })
  const all = (choice: ConflictChoice) =>
    setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, choice])))
  const complete = Object.fromEntries(conflicts.map(({ key }) => [key, choices[key] ?? 'mine']))
  return (
    <Dialog opened={opened} onClose={onClose} title={t('conflict.title')} size={640}>
      <p className={classes.text}>{t('conflict.text')}</p>
      <div className={classes.list}>
        {conflicts.map((conflict) => (
          <ConflictRow key={conflict.key} conflict={conflict} complete={complete} choose={choose} />
        ))}
      </div>
      <footer>
        <Button variant="subtle" onClick={() => all('mine')}>
          {t('conflict.keepAll')}
        </Button>
        <Button variant="subtle" onClick={() => all('theirs')}>
          {t('conflict.takeAll')}
        </Button>
        <span className={classes.gap} />
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="filled" loading={saving} onClick={() => onResolve(complete)}>
          {t('conflict.save')}
        </Button>
      </footer>
    </Dialog>
  )
}

interface ConflictRowProps {
  conflict: Conflict
  complete: Record<string, ConflictChoice>
  choose: (key: string, choice: string) => void
}

function ConflictRow({ conflict, complete, choose }: ConflictRowProps) {
  const { t } = useTranslation('ui')
  return (
    <Radio.Group
      label={conflict.label}
      aria-label={t('conflict.group', { field: conflict.label })}
      value={complete[conflict.key] ?? 'mine'}
      onChange={(choice) => choose(conflict.key, choice)}
    >
      <div className={classes.pair}>
        <Side value="mine" title={t('conflict.mine')}>
          {conflict.mine ?? t('conflict.empty')}
        </Side>
        <Side value="theirs" title={t('conflict.theirs')}>
          {conflict.theirs ?? t('conflict.empty')}
        </Side>
      </div>
    </Radio.Group>
  )
}

function Side({ value, title, children }: { value: ConflictChoice; title: string; children: ReactNode }) {
  return (
    <label className={classes.side}>
      <Radio value={value} size="xs" />
      <span className={classes.sideBody}>
        <span className={classes.sideTitle}>{title}</span>
        <span className={classes.sideValue}>{children}</span>
      </span>
    </label>
  )
}
