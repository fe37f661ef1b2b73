"""The Discord side: controls, forms, panels, the renderer and the error funnel. No rules, no SQL."""
