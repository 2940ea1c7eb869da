// Elements in one call.

type Child = Node | string | null | undefined;

export function make<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Record<string, string | boolean | number | ((event: Event) => void)> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') {
            element.addEventListener(name, value);
        } else if (value === true) {
            element.setAttribute(name, '');
        } else if (value !== false) {
            element.setAttribute(name, String(value));
        }
    }
    element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
    return element;
}

/** The element of the page with this id; it must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
    const element = document.getElementById(id);
    if (!element) {
        throw new Error(`the page has no #${id}`);
    }
    return element as T;
}

/** Lets the browser save a file. */
export function save(name: string, content: BlobPart, type: string): void {
    const url = URL.createObjectURL(new Blob([content], {type}));
    const link = make('a', {href: url, download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
