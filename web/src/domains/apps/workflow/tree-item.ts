import type { KeyboardEvent } from 'react'
import { logicRowId } from '../../../field-types/workflow/logic-tree.ts'
import { useWorkflow } from './model/editor-context.ts'
import { useTreeKeys } from './tree-keys.ts'

interface TreeItem {
  level: number
  open?: boolean | undefined
  text: string
}

/** What a card or a row of one spreads on its element to be an item of the tree. */
export function useTreeItem(id: string, { level, open, text }: TreeItem) {
  const { selected, select } = useWorkflow()
  const keys = useTreeKeys()
  return {
    id: logicRowId(id),
    role: 'treeitem',
    'aria-level': level,
    'aria-label': text,
    'aria-selected': selected === id,
    ...(open === undefined ? {} : { 'aria-expanded': open }),
    tabIndex: keys.entry === id ? 0 : -1,
    onFocus: () => keys.onActive(id),
    onClick: () => select(id),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target === event.currentTarget) keys.onKey(event, id)
    },
  } as const
}
