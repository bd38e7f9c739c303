let isHeard = true;

/** Whether the listener's connection to the database stands: then other nodes' changes are heard, and the database is there. */
export const areChangesHeard = (): boolean => isHeard;

/** While other nodes' changes are not heard, nothing that is remembered counts as true. */
export const setChangesHeard = (value: boolean) => {
  isHeard = value;
};
