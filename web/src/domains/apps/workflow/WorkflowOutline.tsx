import { useTranslation } from 'react-i18next'
import { RuleGlyph, VerbGlyph } from '../../../field-types/workflow/LogicGlyph.tsx'
import type { LogicRow } from '../../../field-types/workflow/logic-tree.ts'
import { LogicOutline } from '../../../field-types/workflow/LogicOutline.tsx'
import { actionWords } from '../../../field-types/workflow/rule-words.ts'
import { TakenCount, takenText } from './Taken.tsx'
import { useWorkflow, type WorkflowEditing } from './model/editor-context.ts'
import { rowText, ruleTitle } from './row-words.ts'
import type { TreeKeys } from './tree-keys.ts'
import type { WorkflowRow } from './workflow-rows.ts'
import classes from './WorkflowView.module.css'

/** The same tree as rows: the default in narrow windows, and the easier one to hear. */
export function WorkflowOutline({ rows, keys }: { rows: readonly WorkflowRow[]; keys: TreeKeys }) {
  const { t } = useTranslation('workflow-editor')
  const editing = useWorkflow()
  return (
    <div className={classes.outlineBoard}>
      <LogicOutline
        label={t('tree')}
        rows={rows.map((row) => outlineRow(editing, row, t))}
        selected={editing.selected}
        onSelect={(id) => editing.select(id)}
        onFold={editing.fold}
        onKey={keys.onKey}
      />
    </div>
  )
}

function outlineRow(editing: WorkflowEditing, row: WorkflowRow, t: (key: string) => string): LogicRow {
  const { words, marks, problemOf, found, workflow, coverage } = editing
  const state = marks.get(row.id) ?? 'plain'
  const shared = {
    id: row.id,
    level: row.level,
    kind: row.kind,
    text: rowText(words, row),
    open: row.open,
    fired: state === 'fired',
    faded: found !== null && !found.has(row.id),
    off: row.item.off,
  }
  if (row.kind === 'stage') {
    const n = workflow.stages.findIndex(({ id }) => id === row.id) + 1
    return {
      ...shared,
      glyph: null,
      label: words.say('stageName', { n, title: row.item.title, ns: 'workflow-editor' }),
    }
  }
  if (row.kind === 'rule')
    return {
      ...shared,
      glyph: <RuleGlyph state={state} problem={problemOf(row.id)} />,
      label: <strong>{ruleTitle(words, row.item)}</strong>,
      ...(row.item.off === true
        ? {}
        : {
            text: `${shared.text} ${takenText(coverage, row.id, t)}`.trim(),
            end: <TakenCount rule={row.id} />,
          }),
    }
  const { verb, object, rest } = actionWords(words, row.item)
  return {
    ...shared,
    glyph: <VerbGlyph verb={row.item.do} />,
    label: (
      <>
        {verb} <strong>{object}</strong> {rest}
      </>
    ),
  }
}
