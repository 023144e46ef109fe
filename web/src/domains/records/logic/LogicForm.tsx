import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { type Asked, askByKey, askByMenu, LogicContext } from './logic-context.ts'
import classes from './Logic.module.css'
import { FormMessages } from './FormMessages.tsx'
import { NotShown, type NamedItem } from './NotShown.tsx'
import type { FormLogic } from './useFormLogic.ts'

interface LogicFormProps {
  logic: FormLogic
  /** Null for a new record. */
  recordId: string | null
  /** Buttons that rules don't offer now. */
  missing?: readonly NamedItem[]
  children: ReactNode
}

/** A form as its workflow makes it: its messages, what it doesn't show, and a reason for each item. */
export function LogicForm({ logic, recordId, missing = [], children }: LogicFormProps) {
  const { t } = useTranslation('logic')
  const [asked, ask] = useState<Asked | null>(null)
  const { app, base, outcome, wrote, isFaulty } = logic
  return (
    <LogicContext value={{ app: base, outcome, wrote, recordId, asked, ask }}>
      <div
        className={classes.form}
        onKeyDown={(event) => askByKey(event, ask)}
        onContextMenu={(event) => askByMenu(event, ask)}
        role="none"
      >
        {isFaulty && <Notice>{t('faulty')}</Notice>}
        <FormMessages app={app} base={base} outcome={outcome} />
        {children}
        <NotShown app={base} outcome={outcome} missing={missing} />
      </div>
    </LogicContext>
  )
}
