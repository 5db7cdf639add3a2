// Property tests name stages, scripts and expectations without further imports.
@_exported public import GestureTesting
