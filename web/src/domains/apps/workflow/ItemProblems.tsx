import { IconAlertTriangleFilled, IconExclamationCircleFilled } from '@tabler/icons-react'
import classes from './ItemPanel.module.css'
import { useWorkflow } from './model/editor-context.ts'

/** The problems of an item, in its panel; those of expressions are at their inputs. */
export function ItemProblems({ id }: { id: string }) {
  const { problems } = useWorkflow()
  return problems
    .filter(({ item, isInExpression }) => item === id && isInExpression !== true)
    .map(({ code, severity, message }) => (
      <p key={`${code} ${message}`} className={classes.fault} data-severity={severity}>
        {severity === 'error' ? (
          <IconExclamationCircleFilled size={14} aria-hidden />
        ) : (
          <IconAlertTriangleFilled size={14} aria-hidden />
        )}
        {message}
      </p>
    ))
}
