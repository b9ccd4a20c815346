/** Markdown of the page of a definition. */
export function workflowPage(definition: object): string;
