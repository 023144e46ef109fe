import { type ReactNode, useState } from 'react'
import { askByKey, LogicContext } from './logic-context.ts'
import classes from './Logic.module.css'
import { FormMessages } from './FormMessages.tsx'
import type { FormLogic } from './useFormLogic.ts'

/** A form as its workflow makes it: the messages above it, and a reason for each field. */
export function LogicForm({ logic, children }: { logic: FormLogic; children: ReactNode }) {
  const [asked, ask] = useState<string | null>(null)
  const { app, outcome } = logic
  return (
    <LogicContext value={{ app, outcome, asked, ask }}>
      <div className={classes.form} onKeyDown={(event) => askByKey(event, ask)} role="none">
        <FormMessages app={app} outcome={outcome} />
        {children}
      </div>
    </LogicContext>
  )
}
