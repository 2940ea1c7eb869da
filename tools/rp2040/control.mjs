export function control() {}
