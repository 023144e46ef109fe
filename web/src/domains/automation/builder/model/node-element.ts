/** ID of the element that takes a node's focus. */
export const nodeElementId = (node: string): string => `graph-node-${node}`
