import { viewStyle } from '../../../view/style';

// A constructed style sheet, because the policy of the page permits no style elements, and reports have the same style in their pages.
const sheet = new CSSStyleSheet();
sheet.replaceSync(viewStyle);
document.adoptedStyleSheets.push(sheet);
